import { listFiles } from '../set-up/fingerprint.js'

/** @typedef {{ unit: string[], web: string[], browser: string[] }} TestFiles */

/**
 * Finds the test files of each part whose path contains one of the filters, or all of them without a filter.
 *
 * @param {string} root
 * @param {readonly string[]} filters
 * @returns {TestFiles}
 */
export function findTestFiles(root, filters) {
  const folders = ['contract', 'expressions', 'server', 'scripts', 'web', 'e2e']
  const files = listFiles(root, folders, (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path))
  return sortIntoParts(files.filter((file) => matches(file, filters)))
}

/**
 * @param {readonly string[]} files
 * @returns {TestFiles}
 */
export function sortIntoParts(files) {
  return {
    unit: longestFirst(
      files.filter((file) =>
        /^(?:contract|expressions|server)\/.*\.test\.ts$|^scripts\/.*\.test\.js$/.test(file),
      ),
    ),
    web: files.filter((file) => /^web\/.*\.test\.tsx?$/.test(file)),
    browser: files.filter((file) => /^e2e\/.*\.e2e\.ts$/.test(file)),
  }
}

/**
 * The suites that run for minutes come first: at the end, they would keep one core busy while the others have nothing
 * left to do.
 *
 * @param {readonly string[]} files
 */
function longestFirst(files) {
  const isLong = (/** @type {string} */ file) => /^server\/test\/(?:crash|simulation|upgrade)\//.test(file)
  return [...files.filter(isLong), ...files.filter((file) => !isLong(file))]
}

/**
 * @param {string} file
 * @param {readonly string[]} filters
 */
export function matches(file, filters) {
  return filters.length === 0 || filters.some((filter) => file.includes(filter.replace(/^\.\//, '')))
}
