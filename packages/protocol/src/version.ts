/**
 * Raised whenever a schema changes in a way an older page would not understand. A page says which one it speaks in the
 * handshake of its line (`v`); one that says nothing speaks version 1, and is served as such until it is loaded anew.
 */
export const PROTOCOL_VERSION = 3;

/** The cookie by which scripts see that there is a session, whose own cookie they cannot read. */
export const SESSION_MARK = 'been-here';
