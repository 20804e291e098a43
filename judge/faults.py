"""What can go wrong through no bug of ours."""


class CannotWrite(Exception):
    """Standard output takes no more."""


class UserError(Exception):
    """A fault that a user can cause: one sentence with the next step; caught in one place."""
