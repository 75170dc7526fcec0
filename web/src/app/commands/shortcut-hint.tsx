import { clsx } from 'clsx'
import { Kbd } from '../../components/kbd.tsx'
import { keyCaps } from './shortcut.ts'

/**
 * The keys of a shortcut as key caps. Decorative: screen readers get them by `aria-keyshortcuts`. Phones
 * have no keyboard to use them with.
 */
export function ShortcutHint({ keys, className }: { keys: string; className?: string }) {
  return (
    <span aria-hidden="true" className={clsx('pointer-coarse:hidden', className)}>
      <span className="inline-flex items-center gap-1">
        {keyCaps(keys).map((caps, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the chords of a shortcut never change
          <Kbd key={index}>{caps.join(' ')}</Kbd>
        ))}
      </span>
    </span>
  )
}
