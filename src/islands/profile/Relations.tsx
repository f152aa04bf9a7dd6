import { Check, UserPlus, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ShownRelation } from '#api/profiles/contract.ts'
import { api } from '../api.ts'
import { failureOf } from '../editing/use-draft.ts'
import { island, useTexts } from '../texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'
import { toast } from '../ui/toast.ts'

const AddRelation = lazy(() => import('./AddRelation.tsx'))

export type Direction = 'guardian' | 'ward'

interface RelationsProps {
  person: { id: number; name: string }
  as: Direction
  relations: ShownRelation[]
  mayAdd: boolean
}

/** Who is the adult and who the child, seen from the page of `personId`. */
const pairOf = (as: Direction, personId: number, otherId: number) =>
  as === 'guardian' ? { adultUserId: otherId, childUserId: personId } : { adultUserId: personId, childUserId: otherId }

function useRelations({ person, as, relations }: RelationsProps) {
  const t = useTexts('profile')
  const [shown, setShown] = useState(relations)
  const [busyWith, setBusyWith] = useState<number | null>(null)
  const run = async (other: ShownRelation, write: () => Promise<ShownRelation[]>, said: string) => {
    if (busyWith !== null) return
    setBusyWith(other.userId)
    try {
      setShown(await write())
      toast(t(said, { name: other.name }))
    } catch (error) {
      toast(failureOf(error).message, 'danger')
    } finally {
      setBusyWith(null)
    }
  }
  const confirm = (other: ShownRelation) =>
    run(
      other,
      async () => {
        const body = pairOf(as, person.id, other.userId)
        await api('PUT /User/:id/guardian', { params: { id: person.id }, body })
        const confirmed = { ...other, confirmed: true, mayConfirm: false }
        return shown.map((one) => (one.userId === other.userId ? confirmed : one))
      },
      'relation.confirmed',
    )
  const remove = (other: ShownRelation) =>
    run(
      other,
      async () => {
        const { childUserId: id, adultUserId: guardianId } = pairOf(as, person.id, other.userId)
        await api('DELETE /User/:id/guardian/:guardianId', { params: { id, guardianId } })
        return shown.filter(({ userId }) => userId !== other.userId)
      },
      'relation.removed',
    )
  const add = async (otherId: number) => {
    const body = pairOf(as, person.id, otherId)
    const link = await api('POST /User/:id/guardian', { params: { id: person.id }, body })
    const { name } = as === 'guardian' ? link.adult : link.child
    const made = { userId: otherId, name, confirmed: link.confirmed, mayConfirm: false, mayRemove: true }
    setShown([...shown.filter(({ userId }) => userId !== otherId), made])
    toast(t('relation.added', { name }))
  }
  return { shown, busyWith, confirm, remove, add }
}

/** The guardians of a person, or those whose guardian the person is. */
function List(props: RelationsProps) {
  const { person, as, mayAdd } = props
  const t = useTexts('profile')
  const { shown, busyWith, confirm, remove, add } = useRelations(props)
  const [leaving, setLeaving] = useState<ShownRelation | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      {shown.length === 0 && <p className="text-muted">{t(`relation.none.${as}`)}</p>}
      <ul className="grid gap-1">
        {shown.map((one) => (
          <li key={one.userId} className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
            <span className="flex min-w-0 flex-wrap items-center gap-2">
              <Link href={`/profile/${one.userId}`}>{one.name}</Link>
              {!one.confirmed && <Badge tone="warning">{t('unconfirmed')}</Badge>}
            </span>
            <span className="flex items-center gap-1">
              {one.mayConfirm && (
                <Button
                  size="small"
                  icon={<Check size={16} aria-hidden />}
                  busy={busyWith === one.userId}
                  aria-label={t('relation.confirmOf', { name: one.name })}
                  onClick={() => void confirm(one)}
                >
                  {t('relation.confirm')}
                </Button>
              )}
              {one.mayRemove && (
                <IconButton
                  label={t('relation.removeOf', { name: one.name })}
                  icon={<X size={18} />}
                  className="-mr-3"
                  onClick={() => setLeaving(one)}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      {mayAdd && (
        <div className="mt-3">
          <Button size="small" icon={<UserPlus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
            {t(`relation.add.${as}`)}
          </Button>
        </div>
      )}
      {isAdding && (
        <Suspense>
          <AddRelation {...{ person, as }} onAdd={add} onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
      <Confirm
        open={leaving !== null}
        question={t(`relation.removeQuestion.${as}`, { name: leaving?.name ?? '', person: person.name })}
        detail={t('relation.removeDetail')}
        action={t('relation.remove')}
        dangerous
        onCancel={() => setLeaving(null)}
        onConfirm={() => {
          setLeaving(null)
          if (leaving) void remove(leaving)
        }}
      />
    </>
  )
}

export const Relations = island(List)
