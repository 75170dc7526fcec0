import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { describeError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import { Button } from '../../components/button.tsx'
import { toast } from '../../components/toast-store.ts'
import { rememberInput } from '../../editor/run/run-input.ts'
import { GraphPicture } from '../../graph/graph-picture.tsx'
import { nodeTypesQuery } from '../../api/node-types.ts'
import * as t from '../../texts/templates.ts'
import { type Template, templates } from '../../templates/templates.ts'

/** All templates by group. Using one creates the workflow and opens it with its sample input. */
export function TemplateGrid() {
  const { data: nodeTypes = [] } = useQuery(nodeTypesQuery)
  const families = new Map(nodeTypes.map(({ type, family }) => [type, family]))
  const navigate = useNavigate()
  const [busyId, setBusyId] = useState<string>()

  const create = async ({ id, title, description, nodes, edges, variables, input }: Template) => {
    setBusyId(id)
    try {
      const body = { name: title, description, nodes, edges, variables } as never
      const { data } = await call(operations.createWorkflow, { body })
      const first = nodes[0]
      const triggerId = first === undefined || first.type === 'start' ? undefined : first.id
      rememberInput(data.id, { triggerId, input })
      await navigate({ to: '/workflows/$workflowId', params: { workflowId: data.id } })
    } catch (error) {
      toast.show({ tone: 'danger', title: t.createFailed, description: describeError(error) })
      setBusyId(undefined)
    }
  }

  return (
    <div className="space-y-8">
      {Object.entries(t.groups).map(([group, heading]) => (
        <section key={group} aria-labelledby={`templates-${group}`}>
          <h2 id={`templates-${group}`} className="mb-3 text-sm font-semibold text-muted">
            {heading}
          </h2>
          <ul className="grid gap-3 sm:grid-cols-2 lg:gap-4 xl:grid-cols-3 2xl:grid-cols-4">
            {templates
              .filter((template) => template.group === group)
              .map((template) => (
                <li
                  key={template.id}
                  className="flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-surface"
                >
                  <div className="border-b border-line bg-canvas p-3">
                    <GraphPicture
                      nodes={template.nodes}
                      edges={template.edges}
                      families={families}
                      label={t.picture(template.nodes.length)}
                      className="h-28 w-full"
                    />
                  </div>
                  <div className="flex flex-1 flex-col items-start gap-1 p-4">
                    <h3 className="text-sm font-medium">{template.title}</h3>
                    <p className="mb-3 flex-1 text-[0.8125rem] text-muted">{template.description}</p>
                    <Button
                      variant="secondary"
                      size="sm"
                      busy={busyId === template.id}
                      inactive={busyId !== undefined}
                      aria-label={t.chooseNamed(template.title)}
                      onClick={() => void create(template)}
                    >
                      {t.choose}
                    </Button>
                  </div>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
