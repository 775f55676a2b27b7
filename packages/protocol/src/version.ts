/** Raised whenever a schema changes in a way an older page would not understand. */
export const PROTOCOL_VERSION = 1;
