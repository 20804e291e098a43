"""`--audit`: whether a problem is fit to be asked; for its author."""
