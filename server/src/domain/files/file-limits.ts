/** A file to which nothing refers is kept for this time after it was created, so that its uploader can use it. */
export const UNREFERENCED_FILE_RETENTION_MS = 24 * 60 * 60 * 1000

/** Content whose write has not gone on for this time was abandoned, such as by a process that died. */
export const ABANDONED_WRITE_MS = 60 * 60 * 1000
