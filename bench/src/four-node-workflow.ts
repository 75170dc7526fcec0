/** Start, compute, decide, return: the shape of a small everyday workflow. */
export const fourNodeWorkflow = {
  name: 'Four nodes',
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'greet',
      type: 'set',
      data: { values: { text: 'Hello {{ input.name }}', length: '{{ input.name.length }}' } },
    },
    { id: 'long', type: 'if', data: { condition: '{{ previous.length > 2 }}' } },
    { id: 'answer', type: 'return', data: { value: { greeting: '{{ nodes.greet.output.text }}' } } },
  ],
  edges: [
    { source: 'start', target: 'greet' },
    { source: 'greet', target: 'long' },
    { source: 'long', target: 'answer', sourceHandle: 'true' },
  ],
}
