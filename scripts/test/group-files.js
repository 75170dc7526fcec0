import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Writes modules that import the given test files, so that a few processes run them all. Starting a process and loading the
 * layers takes longer than most test files. A file that needs its own process does not belong in a group.
 *
 * @param {string} root
 * @param {readonly string[]} files
 * @param {number} count how many groups to make
 * @returns {string[]} the modules, relative to the root
 */
export function groupFiles(root, files, count) {
  mkdirSync(join(root, '.tmp', 'fast'), { recursive: true })
  const groups = Array.from({ length: Math.min(count, files.length) }, (_, group) =>
    files.filter((_, index) => index % count === group),
  )
  return groups.map((group, index) => {
    const path = `.tmp/fast/group-${index + 1}.test.js`
    const imports = group.map((file) => `import ${JSON.stringify(pathToFileURL(join(root, file)).href)}\n`)
    writeFileSync(join(root, path), imports.join(''))
    return path
  })
}
