import { Fragment, type ReactNode } from 'react'

type SlotName<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | SlotName<Rest>
  : never

interface RichTextProps<Text extends string> {
  /** A text of the catalogue with slots, such as "Resets {time}". */
  text: Text
  slots: Record<SlotName<Text>, ReactNode>
}

/** Renders a sentence that contains elements, so that the catalogue owns the complete sentence. */
export function RichText<const Text extends string>({ text, slots }: RichTextProps<Text>) {
  const named: Record<string, ReactNode> = slots
  // Every second part is the name of a slot.
  const parts = text.split(/\{(\w+)\}/)
  return parts.map((part, index) => (
    // The parts of a text never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{index % 2 === 0 ? part : named[part]}</Fragment>
  ))
}
