import { describeError } from '../../api/api-error.ts'
import { toast } from '../../components/toast-store.ts'
import * as t from '../../texts/commands.ts'
import type { Command } from './command.ts'

/** Runs a command, and reports a failure that the command does not handle itself. */
export function runCommand(command: Pick<Command, 'title' | 'run'>): void {
  const report = (error: unknown) =>
    toast.show({ tone: 'danger', title: t.commandFailed(command.title), description: describeError(error) })
  try {
    command.run()?.catch(report)
  } catch (error) {
    report(error)
  }
}
