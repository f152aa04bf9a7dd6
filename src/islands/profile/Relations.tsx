import { UserPlus } from '@lucide/icons'
import { Suspense, useState } from 'react'
import type { ShownRelation } from '#api/office/profiles/contract.ts'
import { island, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Icon } from '../ui/Icon.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx'
import { RelationRow } from './RelationRow.tsx'
import { type RelationsProps, useRelations } from './use-relations.ts'

const AddRelation = lazyWithRetry(() => import('./AddRelation.tsx'))

function List(props: RelationsProps) {
  const { person, as, mayAdd, own } = props
  const t = useTexts('profile')
  const { shown, busyWith, confirm, remove, add } = useRelations(props)
  const [leaving, setLeaving] = useState<ShownRelation | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      {shown.length === 0 && <p className="text-muted">{t(`relation.none.${as}`)}</p>}
      <ul className="grid gap-1">
        {shown.map((one) => (
          <RelationRow
            key={one.userId}
            relation={one}
            isBusy={busyWith === one.userId}
            onConfirm={() => void confirm(one)}
            onRemove={() => setLeaving(one)}
          />
        ))}
      </ul>
      {mayAdd && (
        <div className="mt-3">
          <Button size="small" icon={<Icon of={UserPlus} size={16} />} onClick={() => setIsAdding(true)}>
            {t(`relation.add.${as}`)}
          </Button>
        </div>
      )}
      {isAdding && (
        <Suspense>
          <AddRelation person={person} as={as} isOwn={own} onAdd={add} onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
      <Confirm
        open={leaving !== null}
        question={t(`relation.removeQuestion.${as}`, { name: leaving?.name ?? '', person: person.name })}
        detail={t(leaving?.confirmed ? 'relation.removeDetail' : 'relation.declineDetail', {
          name: leaving?.name ?? '',
        })}
        action={t('relation.remove')}
        isDangerous
        onCancel={() => setLeaving(null)}
        onConfirm={() => {
          setLeaving(null)
          if (leaving) void remove(leaving)
        }}
      />
    </>
  )
}

/**
 * Guardians of a person, or the children (`as` `ward`) whose guardian the person is, with their confirmation and their
 * removal after a question. With `mayAdd`, new ones can be added. Toasts report the outcomes.
 */
export const Relations = island(List)
