import { BookOpen, Gauge, KeyRound, UserRound, type LucideIcon } from 'lucide-react'

interface PageLink {
  label: string
  icon: LucideIcon
  to: '/settings/api-keys' | '/settings/plan' | '/settings/profile'
}

/** A page of the service itself, outside this app. */
interface OutsideLink {
  label: string
  icon: LucideIcon
  href: string
}

interface NavigationGroup {
  label: string
  links: readonly (PageLink | OutsideLink)[]
}

/** What the sidebar shows, top to bottom. */
export const navigation: readonly NavigationGroup[] = [
  {
    label: 'Settings',
    links: [
      { label: 'API Keys', icon: KeyRound, to: '/settings/api-keys' },
      { label: 'Plan', icon: Gauge, to: '/settings/plan' },
      { label: 'Profile', icon: UserRound, to: '/settings/profile' },
    ],
  },
  {
    label: 'Developers',
    links: [{ label: 'API reference', icon: BookOpen, href: '/docs' }],
  },
]
