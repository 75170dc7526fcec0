import {
  BookOpen,
  CirclePlay,
  Gauge,
  House,
  KeyRound,
  Settings,
  UserRound,
  Workflow,
  type LucideIcon,
} from 'lucide-react'
import type { SignedInSession } from '../../api/types.ts'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/layout.ts'

type Role = SignedInSession['user']['role']

export interface PageLink {
  label: string
  icon: LucideIcon
  to: '/' | '/workflows' | '/executions' | '/settings/api-keys' | '/settings/plan' | '/settings/profile'
  /** The addresses at which the link is current, if there are more than `to`. */
  section?: string
  /** The shortcut that opens the page. */
  keys: string
  /** Roles that may open the page; all of them if missing. */
  roles?: readonly Role[]
}

/** What people work with every day. */
export const mainLinks: readonly PageLink[] = [
  { label: t.home, icon: House, to: '/', keys: 'g h' },
  { label: t.workflows, icon: Workflow, to: '/workflows', section: '/workflows', keys: 'g w' },
  { label: t.executions, icon: CirclePlay, to: '/executions', section: '/executions', keys: 'g e' },
]

/** The pages under Settings. */
export const settingsLinks: readonly PageLink[] = [
  { label: t.apiKeys, icon: KeyRound, to: '/settings/api-keys', keys: 'g k', roles: ['owner'] },
  { label: common.plan, icon: Gauge, to: '/settings/plan', keys: 'g l' },
  { label: t.profile, icon: UserRound, to: '/settings/profile', keys: 'g p' },
]

/** Opens the first of the settings that the user may see. */
export const settingsIcon = Settings

/** A page of the server, outside of this app. */
export const referenceLink = { label: t.apiReference, icon: BookOpen, href: '/docs' }

export function linksFor(role: Role, links: readonly PageLink[]): readonly PageLink[] {
  return links.filter(({ roles }) => roles === undefined || roles.includes(role))
}
