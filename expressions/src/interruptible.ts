/**
 * Work that can be interrupted: it yields how many characters it has read since it last yielded, so that the caller decides
 * how much to do at once.
 */
export type Interruptible<T> = Generator<number, T>

/** Does all of the work at once. */
export function finish<T>(work: Interruptible<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}
