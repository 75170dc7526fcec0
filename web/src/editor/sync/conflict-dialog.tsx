import { clsx } from 'clsx'
import { RadioGroup } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/dialog.tsx'
import type { NodeTypes } from '../../graph/node-types.ts'
import type { GraphNode } from '../../graph/types.ts'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/editor/sync.ts'
import { describePath } from '../diff/describe-path.ts'
import { ValueView } from '../diff/value-view.tsx'
import type { MergeChoice, MergeConflict } from '../model/merge-documents.ts'
import { isObject } from '../model/same-json.ts'
import type { OtherSide } from './journal.ts'

/** Names what a conflict is about. */
export type DescribeConflict = (
  conflict: MergeConflict,
  shown: GraphNode | undefined,
  nodeTypes: NodeTypes | undefined,
) => { subject: string; member: string }

interface ConflictDialogProps {
  open: boolean
  conflicts: readonly MergeConflict[]
  /** Who made the other changes. */
  by: OtherSide
  /** The nodes of the document, for their names. */
  nodes: readonly GraphNode[]
  nodeTypes: NodeTypes | undefined
  describe?: DescribeConflict
  onResolve: (ids: readonly string[], choice: MergeChoice) => void
  onClose: () => void
}

/** Asks for every conflict which of both values to keep. Until all are answered, nothing is applied. */
export function ConflictDialog({
  open,
  conflicts,
  by,
  nodes,
  nodeTypes,
  describe = describeConflict,
  onResolve,
  onClose,
}: ConflictDialogProps) {
  const [choices, setChoices] = useState<ReadonlyMap<string, MergeChoice>>(new Map())
  const words = by === 'self' ? t.conflictSides.self : t.conflictSides.other
  const isComplete = conflicts.every(({ id }) => choices.has(id))
  const idsOf = (choice: MergeChoice) =>
    conflicts.map(({ id }) => id).filter((id) => choices.get(id) === choice)
  const apply = () => {
    // The answers that take theirs come last: the merge ends with the last answer.
    onResolve(idsOf('mine'), 'mine')
    onResolve(idsOf('theirs'), 'theirs')
    setChoices(new Map())
    onClose()
  }
  const chooseAll = (choice: MergeChoice) => setChoices(new Map(conflicts.map(({ id }) => [id, choice])))
  return (
    <Dialog
      open={open && conflicts.length > 0}
      onDismiss={onClose}
      title={t.conflictTitle}
      description={by === 'self' ? t.conflictIntroSelf : t.conflictIntro(by.name)}
      size="lg"
    >
      <DialogBody>
        {conflicts.length > 1 && (
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" onClick={() => chooseAll('mine')}>
              {words.keepAllMine}
            </Button>
            <Button variant="secondary" size="sm" onClick={() => chooseAll('theirs')}>
              {words.takeAllTheirs}
            </Button>
          </div>
        )}
        {conflicts.map((conflict) => (
          <ConflictItem
            key={conflict.id}
            conflict={conflict}
            node={nodes.find(({ id }) => id === conflict.key)}
            nodeTypes={nodeTypes}
            describe={describe}
            words={words}
            choice={choices.get(conflict.id)}
            onChoose={(choice) => setChoices(new Map(choices).set(conflict.id, choice))}
          />
        ))}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button inactive={!isComplete} onClick={apply}>
          {t.apply}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

type ConflictWords = (typeof t.conflictSides)['self' | 'other']

interface ConflictItemProps {
  conflict: MergeConflict
  /** Undefined if it is deleted here, or if the conflict is about something else. */
  node: GraphNode | undefined
  nodeTypes: NodeTypes | undefined
  describe: DescribeConflict
  words: ConflictWords
  choice: MergeChoice | undefined
  onChoose: (choice: MergeChoice) => void
}

function ConflictItem({ conflict, node, nodeTypes, describe, words, choice, onChoose }: ConflictItemProps) {
  const { subject, member } = describe(conflict, node, nodeTypes)
  const isWhole = conflict.path.length === 0
  return (
    <section>
      <h3 className="text-sm font-medium">{subject}</h3>
      {member !== '' && <p className="text-[0.8125rem] text-muted">{member}</p>}
      <RadioGroup.Root
        aria-label={t.choiceFor(member === '' ? subject : `${subject}, ${member}`)}
        value={choice ?? ''}
        onValueChange={(next) => onChoose(next as MergeChoice)}
        className="mt-2 grid gap-2.5 sm:grid-cols-2"
      >
        <ChoiceCard value="mine" title={words.keepMine}>
          {isWhole && conflict.mine === undefined ? (
            <Removed text={words.removedMine} />
          ) : (
            <ValueView value={shownValue(conflict.mine, isWhole)} />
          )}
        </ChoiceCard>
        <ChoiceCard value="theirs" title={words.takeTheirs}>
          {isWhole && conflict.theirs === undefined ? (
            <Removed text={words.removedTheirs} />
          ) : (
            <ValueView value={shownValue(conflict.theirs, isWhole)} />
          )}
        </ChoiceCard>
      </RadioGroup.Root>
    </section>
  )
}

function Removed({ text }: { text: string }) {
  return <p className="text-[0.8125rem] text-muted italic">{text}</p>
}

function ChoiceCard({ value, title, children }: { value: MergeChoice; title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div
      className={clsx(
        'rounded-control border border-line bg-surface p-3 transition-colors',
        'has-data-[state=checked]:border-accent has-data-[state=checked]:ring-1 has-data-[state=checked]:ring-accent',
      )}
    >
      <label htmlFor={id} className="flex items-center gap-2 text-[0.8125rem] font-medium">
        <RadioGroup.Item
          id={id}
          value={value}
          className="grid size-4.5 shrink-0 place-items-center rounded-full border border-line-strong bg-surface data-[state=checked]:border-accent data-[state=checked]:bg-accent"
        >
          <RadioGroup.Indicator className="size-2 rounded-full bg-on-accent" />
        </RadioGroup.Item>
        {title}
      </label>
      <div className="mt-2">{children}</div>
    </div>
  )
}

/** Of a whole node, its parameters say most. */
function shownValue(value: unknown, isWhole: boolean): unknown {
  if (!isWhole || !isObject(value)) return value
  return isObject(value['data']) ? value['data'] : value
}

function describeConflict(
  { subject, key, path, theirs }: MergeConflict,
  shown: GraphNode | undefined,
  nodeTypes: NodeTypes | undefined,
): { subject: string; member: string } {
  if (subject === 'variable') return { subject: t.conflictOf.variable(key), member: path.join(' · ') }
  if (subject === 'edge') return { subject: t.conflictOf.edge, member: key }
  const node = shown ?? (path.length === 0 ? (theirs as GraphNode | undefined) : undefined)
  const name = node === undefined ? key : (nodeTypes?.nameOf(node) ?? node.name ?? key)
  return { subject: t.conflictOf.node(name), member: describePath(path, node?.type, nodeTypes) }
}
