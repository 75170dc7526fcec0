import { clsx } from 'clsx'
import type { ApiKey } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Cell, HeadCell, Row, RowHeader, Table, TableHead } from '../../components/table.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { KeyAccess } from './key-access.tsx'
import { Expires, KeyPrefix, LastUsed, StatusBadge } from './key-facts.tsx'

interface KeysTableProps {
  keys: ApiKey[]
  onRevoke: (key: ApiKey) => void
}

export function KeysTable({ keys, onRevoke }: KeysTableProps) {
  return (
    <Card>
      <Table label="API keys">
        <TableHead>
          <HeadCell>Key</HeadCell>
          <HeadCell>Access</HeadCell>
          <HeadCell>Created</HeadCell>
          <HeadCell>Last used</HeadCell>
          <HeadCell>Expires</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <tbody>
          {keys.map((key) => (
            <Row key={key.id} data-testid="api-key" data-key-id={key.id}>
              <RowHeader className={clsx('max-w-64', key.status !== 'active' && 'text-muted')}>
                <span className="block font-medium break-words">{key.name}</span>
                <KeyPrefix prefix={key.prefix} />
              </RowHeader>
              <Cell>
                <KeyAccess apiKey={key} />
              </Cell>
              <Cell className="text-muted">
                <RelativeTime value={key.created_at} />
              </Cell>
              <Cell className="text-muted">
                <LastUsed apiKey={key} />
              </Cell>
              <Cell className="text-muted">
                <Expires apiKey={key} />
              </Cell>
              <Cell>
                <StatusBadge status={key.status} />
              </Cell>
              <Cell className="text-right">
                {key.status === 'active' && (
                  <Button
                    variant="danger-ghost"
                    size="sm"
                    className="-mr-3"
                    aria-label={`Revoke ${key.name}`}
                    onClick={() => onRevoke(key)}
                  >
                    Revoke
                  </Button>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
