import {
  BookOpen,
  Braces,
  Cable,
  CirclePlay,
  ClipboardList,
  Database,
  Gauge,
  House,
  Info,
  Inbox,
  KeyRound,
  Palette,
  ScrollText,
  Settings,
  UserRound,
  UsersRound,
  Webhook,
  Workflow,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import type { SignedInSession } from '../../api/types.ts'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/layout.ts'
import * as inbox from '../../texts/waits.ts'

type Role = SignedInSession['user']['role']

export interface PageLink {
  label: string
  icon: LucideIcon
  to:
    | '/'
    | '/workflows'
    | '/executions'
    | '/inbox'
    | '/triggers'
    | '/forms'
    | '/connections'
    | '/webhooks'
    | '/state'
    | '/settings/api-keys'
    | '/settings/plan'
    | '/settings/variables'
    | '/settings/users'
    | '/settings/audit'
    | '/settings/appearance'
    | '/settings/profile'
    | '/settings/about'
  /** The addresses at which the link is current, if there are more than `to`. */
  section?: string
  /** The shortcut that opens the page. */
  keys: string
  /** Roles that may open the page; all of them if missing. */
  roles?: readonly Role[]
  /** On phones it is in the sheet behind the bar, which has space for few links. */
  isInSheet?: boolean
}

/** What people work with every day. */
export const mainLinks: readonly PageLink[] = [
  { label: t.home, icon: House, to: '/', keys: 'g h' },
  { label: t.workflows, icon: Workflow, to: '/workflows', section: '/workflows', keys: 'g w' },
  { label: t.executions, icon: CirclePlay, to: '/executions', section: '/executions', keys: 'g e' },
  { label: inbox.title, icon: Inbox, to: '/inbox', keys: 'g i' },
  { label: t.triggers, icon: Zap, to: '/triggers', keys: 'g t', isInSheet: true },
  { label: t.forms, icon: ClipboardList, to: '/forms', section: '/forms', keys: 'g f', isInSheet: true },
  { label: t.connections, icon: Cable, to: '/connections', keys: 'g c', isInSheet: true },
  {
    label: t.webhooks,
    icon: Webhook,
    to: '/webhooks',
    section: '/webhooks',
    keys: 'g o',
    isInSheet: true,
  },
  { label: t.state, icon: Database, to: '/state', keys: 'g m', isInSheet: true },
]

/** The pages under Settings. */
export const settingsLinks: readonly PageLink[] = [
  { label: t.apiKeys, icon: KeyRound, to: '/settings/api-keys', keys: 'g k', roles: ['owner'] },
  { label: common.plan, icon: Gauge, to: '/settings/plan', keys: 'g l' },
  { label: t.variables, icon: Braces, to: '/settings/variables', keys: 'g v' },
  { label: t.users, icon: UsersRound, to: '/settings/users', keys: 'g u' },
  { label: t.auditLog, icon: ScrollText, to: '/settings/audit', keys: 'g a', roles: ['owner'] },
  { label: t.appearance, icon: Palette, to: '/settings/appearance', keys: 'g d' },
  { label: t.profile, icon: UserRound, to: '/settings/profile', keys: 'g p' },
  { label: t.about, icon: Info, to: '/settings/about', keys: 'g b' },
]

/** Opens the first of the settings that the user may see. */
export const settingsIcon = Settings

/** A page of the server, outside of this app. */
export const referenceLink = { label: t.apiReference, icon: BookOpen, href: '/docs' }

export function linksFor(role: Role, links: readonly PageLink[]): readonly PageLink[] {
  return links.filter(({ roles }) => roles === undefined || roles.includes(role))
}
