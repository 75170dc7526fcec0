import { BookOpen, Gauge, KeyRound, UserRound, type LucideIcon } from 'lucide-react'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/layout.ts'

interface PageLink {
  label: string
  icon: LucideIcon
  to: '/settings/api-keys' | '/settings/plan' | '/settings/profile'
}

/** A page of the server, outside of this app. */
interface OutsideLink {
  label: string
  icon: LucideIcon
  href: string
}

interface NavigationGroup {
  label: string
  links: readonly (PageLink | OutsideLink)[]
}

/** The links of the sidebar, from top to bottom. */
export const navigation: readonly NavigationGroup[] = [
  {
    label: t.settings,
    links: [
      { label: t.apiKeys, icon: KeyRound, to: '/settings/api-keys' },
      { label: common.plan, icon: Gauge, to: '/settings/plan' },
      { label: t.profile, icon: UserRound, to: '/settings/profile' },
    ],
  },
  {
    label: t.developers,
    links: [{ label: t.apiReference, icon: BookOpen, href: '/docs' }],
  },
]
