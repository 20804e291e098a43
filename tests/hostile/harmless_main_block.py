"""Has a block for when it is run as a program."""

# verdict: pass

if __name__ == "__main__":
    raise SystemExit("not a program here")
