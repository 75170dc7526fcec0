import { Dialog, DialogBody } from '../../components/dialog.tsx'
import * as t from '../../texts/commands.ts'
import { ShortcutHint } from './shortcut-hint.tsx'
import { keyCaps } from './shortcut.ts'
import { useRegisteredCommands } from './use-commands.ts'

/** All shortcuts of the page, grouped like the palette. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const commands = useRegisteredCommands().filter(({ keys = [] }) => keys.length > 0)
  const groups = Map.groupBy(commands, ({ group }) => group)
  return (
    <Dialog open onDismiss={onClose} title={t.showShortcuts} description={t.shortcutsIntro} size="lg">
      <DialogBody focusable>
        <div className="gap-x-10 sm:columns-2">
          {[...groups].map(([group, members]) => (
            <section key={group} className="mb-6 break-inside-avoid">
              <h3 className="mb-1.5 text-xs font-medium text-muted">{group}</h3>
              <dl className="divide-y divide-line text-[0.8125rem]">
                {members.map(({ id, title, keys = [] }) => (
                  <div key={id} className="flex min-h-9 items-center justify-between gap-4 py-1">
                    <dt className="min-w-0">{title}</dt>
                    <dd className="flex shrink-0 flex-wrap items-center justify-end gap-1.5 text-xs text-muted">
                      <span className="sr-only">{keys.map(describe).join(` ${t.or} `)}</span>
                      {keys.map((one) => (
                        <ShortcutHint key={one} keys={one} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogBody>
    </Dialog>
  )
}

/** "Ctrl K", or "G then W" for a sequence. */
function describe(keys: string): string {
  return keyCaps(keys)
    .map((caps) => caps.join(' '))
    .join(` ${t.followedBy} `)
}
