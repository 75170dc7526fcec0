export { runCommandLine } from './cli/command-line.ts'
