import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowUpRight } from 'lucide-react'
import { useId } from 'react'
import { Brand } from '../../components/mark.tsx'
import * as t from '../../texts/layout.ts'
import { AccountMenu } from './account-menu.tsx'
import { navigation } from './navigation.ts'

const linkClass = clsx(
  'flex h-10 items-center gap-3 rounded-control px-3 text-sm font-medium text-muted transition-colors lg:h-9',
  'hover:bg-hover hover:text-ink',
  'aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink',
)

/** The content of the sidebar: a column on wide screens, a drawer on phones. */
export function Sidebar() {
  return (
    <>
      <div className="flex h-18 items-center px-5">
        <Link to="/" aria-label={t.startPage} className="flex h-10 items-center rounded-control">
          <Brand />
        </Link>
      </div>
      <nav aria-label={t.mainNavigation} className="flex-1 space-y-6 overflow-y-auto px-3 py-2">
        {navigation.map((group) => (
          <NavigationSection key={group.label} group={group} />
        ))}
      </nav>
      <div className="border-t border-line p-3">
        <AccountMenu />
      </div>
    </>
  )
}

function NavigationSection({ group }: { group: (typeof navigation)[number] }) {
  const id = useId()
  return (
    <div>
      <h2 id={id} className="mb-1.5 px-3 text-xs font-medium tracking-normal text-muted">
        {group.label}
      </h2>
      <ul aria-labelledby={id} className="space-y-0.5">
        {group.links.map(({ label, icon: Icon, ...link }) => (
          <li key={label}>
            {'to' in link ? (
              <Link to={link.to} className={linkClass}>
                <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.9} />
                {label}
              </Link>
            ) : (
              <a href={link.href} className={linkClass}>
                <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.9} />
                <span className="flex-1">{label}</span>
                <ArrowUpRight aria-hidden="true" className="size-4" />
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
