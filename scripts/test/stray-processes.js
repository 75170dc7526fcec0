import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process that received a signal may need a moment to exit. */
const usualGraceMs = 5_000

/**
 * Kills the processes that a test run left running and returns them. Every process of the run inherits a mark in its
 * environment, however deep it is in the process tree and even if its parent has exited.
 *
 * @param {string} mark NAME=value
 * @param {number} [graceMs]
 * @returns {Promise<string[]>} command lines; always empty on systems without /proc
 */
export async function endStrayProcesses(mark, graceMs = usualGraceMs) {
  const deadline = Date.now() + graceMs
  let strays = findMarked(mark)
  while (strays.length > 0 && Date.now() < deadline) {
    await sleep(100)
    strays = findMarked(mark)
  }
  for (const { pid } of strays) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has exited in the meantime.
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
