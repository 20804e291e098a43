"""Lists the home folder of the person who runs the judge."""

# verdict: error
# says: PermissionError

import os
import pwd

os.listdir(pwd.getpwuid(os.getuid()).pw_dir)
