/** The code and the values it sees, as JSON text. */
export const MAX_INPUT_BYTES = 10 * 1024 * 1024
/** The result as JSON text. */
export const MAX_OUTPUT_BYTES = 1024 * 1024
export const MAX_OUTPUT_DEPTH = 64

export const MAX_LOG_LINES = 500
export const MAX_LOG_LINE_CHARACTERS = 4096
export const MAX_LOG_CHARACTERS = 256 * 1024

/** Name, message and stack of an error, each. */
export const MAX_ERROR_CHARACTERS = 4096

/** What QuickJS may allocate for one run. */
export const GUEST_MEMORY_BYTES = 64 * 1024 * 1024
/**
 * Where the memory of a WebAssembly instance ends, whatever QuickJS thinks. Above its limit, because a growing array is
 * copied and because the data handed over is held twice for a moment.
 */
export const INSTANCE_MEMORY_BYTES = 160 * 1024 * 1024
export const GUEST_STACK_BYTES = 256 * 1024

/** Longest header of a request: the code travels in it, and escaping may double it. */
export const MAX_REQUEST_HEADER_BYTES = MAX_INPUT_BYTES * 2 + 4096

/** No run is longer, whatever its deadline says: the limit of CPU time below must never hit an honest run. */
export const MAX_RUN_MS = 600_000
/** A child that was busy this long in all is replaced. */
export const MAX_BUSY_MS = 240_000
/** The kernel ends a child after this much CPU time: the last resort for one whose parent died under a native loop. */
export const MAX_CPU_SECONDS = 900
/** Longest header of an answer. */
export const MAX_REPLY_HEADER_BYTES = 64 * 1024
