/**
 * The result of a part of the run. `passed`, `failed` and `skipped` count tests; a failure that no test reports, such as a
 * crashed runner or a process left behind, counts as one failed test. `aborted` counts files that ended early: killed,
 * timed out or interrupted. `notRun` counts files that an interruption kept from starting.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, aborted: number, notRun: number }} Tally
 */

/** @returns {Tally} */
export function emptyTally() {
  return { passed: 0, failed: 0, skipped: 0, aborted: 0, notRun: 0 }
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
    sum.aborted += tally.aborted
    sum.notRun += tally.notRun
  }
  return sum
}

/** @param {Tally} tally */
export function isEmpty(tally) {
  return Object.values(tally).every((count) => count === 0)
}

/** @param {Tally} tally */
export function isSuccess(tally) {
  return tally.failed === 0 && tally.aborted === 0 && tally.notRun === 0
}

/** @param {Tally} tally */
export function describeTally(tally) {
  return `${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`
}

/**
 * The files without a complete result, which the counts of tests leave out.
 *
 * @param {Tally} tally
 * @returns {string[]}
 */
export function describeIncomplete({ aborted, notRun }) {
  return [
    ...(aborted === 0 ? [] : [`${countFiles(aborted)} aborted`]),
    ...(notRun === 0 ? [] : [`${countFiles(notRun)} not run`]),
  ]
}

/** @param {number} count */
function countFiles(count) {
  return count === 1 ? '1 file' : `${count} files`
}
