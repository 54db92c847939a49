"""One connection: who may say what when, how both ends prove who they are, and the socket around it."""
