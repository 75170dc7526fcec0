/** Ends the process of a test file that takes too long; nothing else sends this signal. */
export const fileTimeoutSignal = 'SIGALRM'
