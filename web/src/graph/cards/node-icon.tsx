import type { NodeFamily } from '@millrace/contract/node-type.ts'
import { clsx } from 'clsx'
import {
  ArrowDownNarrowWide,
  Box,
  Braces,
  CalendarClock,
  CirclePlay,
  CircleStop,
  ClipboardList,
  Clock,
  Code,
  Combine,
  CornerDownLeft,
  CornerDownRight,
  Database,
  FileArchive,
  FileCode,
  FileSearch,
  FileText,
  FileType,
  Filter,
  KeyRound,
  CopyMinus,
  GitBranch,
  GitMerge,
  Globe,
  Group,
  Hourglass,
  Layers,
  List,
  ListChecks,
  ListEnd,
  ListFilter,
  type LucideIcon,
  Mail,
  MessageSquareReply,
  OctagonX,
  PencilLine,
  PenLine,
  Play,
  Plug,
  Radio,
  RefreshCw,
  Repeat,
  Reply,
  Rss,
  ScrollText,
  Sheet,
  Split,
  StickyNote,
  Table,
  TextCursorInput,
  Timer,
  UnfoldVertical,
  UserCheck,
  Webhook,
  Workflow,
  Zap,
} from 'lucide-react'
import { memo } from 'react'

/** Icons by their name in the catalogue of nodes, and by node type for servers that name none. */
const icons: Record<string, LucideIcon> = {
  'arrow-down-narrow-wide': ArrowDownNarrowWide,
  box: Box,
  braces: Braces,
  'calendar-clock': CalendarClock,
  'circle-play': CirclePlay,
  'circle-stop': CircleStop,
  'circle-x': OctagonX,
  'clipboard-list': ClipboardList,
  clock: Clock,
  code: Code,
  combine: Combine,
  'corner-down-left': CornerDownLeft,
  'corner-down-right': CornerDownRight,
  database: Database,
  delay: Timer,
  email: Mail,
  event: Radio,
  fail: OctagonX,
  'file-archive': FileArchive,
  'file-code': FileCode,
  'file-search': FileSearch,
  'file-text': FileText,
  'file-type': FileType,
  filter: Filter,
  'key-round': KeyRound,
  'copy-minus': CopyMinus,
  for_each: Repeat,
  form: TextCursorInput,
  'git-branch': GitBranch,
  'git-fork': Split,
  'git-merge': GitMerge,
  globe: Globe,
  group: Group,
  hourglass: Hourglass,
  http: Globe,
  if: GitBranch,
  integration: Plug,
  layers: Layers,
  list: List,
  'list-checks': ListChecks,
  'list-end': ListEnd,
  'list-filter': ListFilter,
  log: ScrollText,
  loop: Repeat,
  mail: Mail,
  merge: GitMerge,
  'message-square-reply': MessageSquareReply,
  note: StickyNote,
  'octagon-x': OctagonX,
  'pen-line': PenLine,
  'pencil-line': PencilLine,
  play: Play,
  plug: Plug,
  postgres: Database,
  radio: Radio,
  'refresh-cw': RefreshCw,
  repeat: Repeat,
  reply: Reply,
  rss: Rss,
  respond: MessageSquareReply,
  return: CornerDownRight,
  schedule: CalendarClock,
  poll: RefreshCw,
  'scroll-text': ScrollText,
  set: PenLine,
  sheet: Sheet,
  split: Split,
  start: Play,
  'sticky-note': StickyNote,
  switch: Split,
  table: Table,
  'text-cursor-input': TextCursorInput,
  timer: Timer,
  'unfold-vertical': UnfoldVertical,
  'user-check': UserCheck,
  wait: UserCheck,
  webhook: Webhook,
  workflow: Workflow,
  zap: Zap,
}

const familyIcons: Record<NodeFamily, LucideIcon> = {
  trigger: Zap,
  flow: GitBranch,
  data: Braces,
  action: Box,
  people: UserCheck,
  code: Code,
  annotation: StickyNote,
}

const tiles: Record<NodeFamily, string> = {
  trigger: 'bg-family-trigger-soft text-family-trigger',
  flow: 'bg-family-flow-soft text-family-flow',
  data: 'bg-family-data-soft text-family-data',
  action: 'bg-family-action-soft text-family-action',
  people: 'bg-family-people-soft text-family-people',
  code: 'bg-family-code-soft text-family-code',
  annotation: 'bg-family-annotation-soft text-family-annotation',
}

export interface IconSource {
  readonly type: string
  readonly family: NodeFamily
  /** The name of the icon in the catalogue of nodes. */
  readonly icon?: string | undefined
  /** The name of a service: a monogram is drawn instead of an icon. */
  readonly service?: string | undefined
}

interface NodeTileProps extends IconSource {
  size?: 'md' | 'sm'
}

/** The tile that stands for a kind of node, coloured by family. */
export const NodeTile = memo(function NodeTile({ type, family, icon, service, size = 'md' }: NodeTileProps) {
  const Icon = icons[icon ?? ''] ?? icons[type] ?? familyIcons[family]
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'grid shrink-0 place-items-center font-bold select-none',
        size === 'md' ? 'size-9 rounded-[9px] text-[13px]' : 'size-7 rounded-[7px] text-[11px]',
        tiles[family],
      )}
    >
      {service === undefined ? <Icon className={size === 'md' ? 'size-4.5' : 'size-4'} /> : monogram(service)}
    </span>
  )
})

function monogram(service: string): string {
  const words = service.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const [first = '', second] = words
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0] ?? '', [...second][0] ?? '']
  const [head = '', tail = ''] = letters
  return `${head}${tail}`.toLocaleUpperCase('en')
}
