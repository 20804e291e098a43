"""What can go wrong through no bug of ours."""


class UserError(Exception):
    """A fault that a user can cause: one sentence with the next step; caught in one place."""
