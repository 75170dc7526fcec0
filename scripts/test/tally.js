/**
 * What a part of the run came to. A problem is a failure that no test could report: a runner that crashed, a
 * part without tests, a process left behind.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 */

/** @returns {Tally} */
export function emptyTally() {
  return { passed: 0, failed: 0, skipped: 0 }
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function addTallies(tallies) {
  const sum = emptyTally()
  for (const tally of tallies) {
    sum.passed += tally.passed
    sum.failed += tally.failed
    sum.skipped += tally.skipped
  }
  return sum
}

/** @param {Tally} tally */
export function countTests(tally) {
  return tally.passed + tally.failed + tally.skipped
}

/** @param {Tally} tally */
export function describeTally(tally) {
  return `${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`
}
