import { clsx } from 'clsx'
import type { ApiKey } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Cell, HeadCell, Row, RowHeader, Table, TableHead } from '../../components/table.tsx'
import { RelativeTime } from '../../components/time.tsx'
import * as t from '../../texts/api-keys/list.ts'
import * as revoke from '../../texts/api-keys/revoke.ts'
import { KeyAccess } from './key-access.tsx'
import { Expires, KeyPrefix, LastUsed, StatusBadge } from './key-facts.tsx'

interface KeysTableProps {
  keys: ApiKey[]
  onRevoke: (key: ApiKey) => void
}

export function KeysTable({ keys, onRevoke }: KeysTableProps) {
  return (
    <Card>
      <Table label={t.title}>
        <TableHead>
          <HeadCell>{t.key}</HeadCell>
          <HeadCell>{t.access}</HeadCell>
          <HeadCell>{t.created}</HeadCell>
          <HeadCell>{t.lastUsed}</HeadCell>
          <HeadCell>{t.expires}</HeadCell>
          <HeadCell>{t.status}</HeadCell>
          <HeadCell>
            <span className="sr-only">{t.actions}</span>
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
                    aria-label={revoke.revokeNamed(key.name)}
                    onClick={() => onRevoke(key)}
                  >
                    {revoke.revoke}
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
