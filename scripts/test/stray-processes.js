import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process that has been told to end may need a moment. */
const usualPatienceMs = 5_000

/**
 * Ends what a test run left running and says what it was. Every process below the run inherits its mark in
 * the environment, however deep it is and whoever its parent is by now.
 *
 * @param {string} mark NAME=value
 * @param {number} [patienceMs]
 * @returns {Promise<string[]>} command lines; always none where there is no /proc to look at
 */
export async function endStrayProcesses(mark, patienceMs = usualPatienceMs) {
  const deadline = Date.now() + patienceMs
  let strays = findMarked(mark)
  while (strays.length > 0 && Date.now() < deadline) {
    await sleep(100)
    strays = findMarked(mark)
  }
  for (const { pid } of strays) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone in the meantime.
    }
  }
  return strays.map(({ pid, command }) => `${pid} ${command}`)
}

/** @param {string} mark */
function findMarked(mark) {
  return listFolder('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => readText(`/proc/${name}/environ`).split('\0').includes(mark))
    .map((name) => ({
      pid: Number(name),
      command: readText(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim(),
    }))
}

/** @param {string} path */
function listFolder(path) {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
