"""The protocol of a table: frames, sessions, sealed views, fair deals.  See SPEC.md."""
