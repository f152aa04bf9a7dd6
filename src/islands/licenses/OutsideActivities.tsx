import { useState } from 'react'
import type { OutsideActivity } from '#api/participation/licenses/reported/contract.ts'
import { parseNumberInput } from '../client/amount-input.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { draftFields } from '../editing/draft-fields.ts'
import { FailureBox } from '../editing/SaveBar.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { useForm } from '../editing/use-form.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Field } from '../ui/Field.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { Select } from '../ui/Select.tsx'
import { toast } from '../ui/toast.ts'
import { formatAmount } from './license-texts.ts'

/** Credit category of a licence that is renewed by credits. */
interface CreditCategory {
  licenseId: number
  category: number
  label: string
}

interface OutsideActivitiesProps {
  activities: readonly OutsideActivity[]
  places: readonly CreditCategory[]
}

type NewActivity = Pick<OutsideActivity, 'licenseId' | 'category' | 'name' | 'most' | 'active'>

const create = withIdempotencyKey((body: NewActivity, idempotencyKey) =>
  api('POST /OutsideActivities', { body }, { idempotencyKey }),
)

function NewActivityForm({
  places,
  onMade,
}: Pick<OutsideActivitiesProps, 'places'> & { onMade: (activity: OutsideActivity) => void }) {
  const t = useTexts('licenses')
  const form = useForm({ name: '', most: '1', place: '0' })
  const { draft, isBusy, failure, run } = form
  const labelOf = (name: string) => t(`activities.${name}`)
  const { text, choice } = draftFields(form, labelOf)
  const options = places.map(({ label }, at) => ({ value: String(at), label }))
  const save = () =>
    run(async () => {
      const { licenseId = 0, category = 0 } = places[Number(draft.place)] ?? {}
      const most = parseNumberInput(draft.most) ?? 0
      onMade(await create({ licenseId, category, name: draft.name, most, active: true }))
      form.change({ name: '' })
    })
  return (
    <form
      noValidate
      className="grid gap-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-[1fr_1fr_11rem] sm:items-end"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="empty:hidden sm:col-span-3">
        <FailureBox failure={failure} labelOf={labelOf} />
      </div>
      <Field {...text('name')} maxLength={200} />
      <Select {...choice('place', options)} label={t('activities.license')} />
      <Field {...text('most')} inputMode="decimal" />
      <Button type="submit" tone="primary" isBusy={isBusy} className="justify-self-start">
        {t('activities.create')}
      </Button>
    </form>
  )
}

function Manager({ activities: stored, places }: OutsideActivitiesProps) {
  const t = useTexts('licenses')
  const language = useLanguage()
  const [activities, setActivities] = useState([...stored])
  const change = async ({ id, licenseId, category, name, most, active }: OutsideActivity) => {
    try {
      const changed = await api('PUT /OutsideActivities', {
        body: { id, licenseId, category, name, most, active: !active },
      })
      setActivities((now) => now.map((one) => (one.id === id ? changed : one)))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    }
  }
  return (
    <div className="grid gap-5">
      {places.length === 0 ? (
        <InfoBox>{t('activities.noCategories')}</InfoBox>
      ) : (
        <NewActivityForm places={places} onMade={(activity) => setActivities((now) => [...now, activity])} />
      )}
      {activities.length === 0 && <EmptyState title={t('activities.none')} />}
      <ul className="grid gap-2">
        {activities.map((activity) => (
          <li
            key={activity.id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4"
          >
            <div>
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {activity.name}
                {!activity.active && <Badge>{t('inactive')}</Badge>}
              </p>
              <p className="text-sm text-muted">
                {activity.licenseName} · {activity.categoryName} · {t('activities.most')}{' '}
                {formatAmount(activity.most, activity.unit, t, language)}
              </p>
            </div>
            <Button size="small" onClick={() => void change(activity)}>
              {t(activity.active ? 'activities.close' : 'activities.open')}
              <span className="sr-only">: {activity.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Editor of the activities that are approved in advance: they are created last in the list, closed and opened. A
 * refused change is a toast. Without `places`, the categories that they can count in, none can be created.
 */
export const OutsideActivities = island(Manager)
