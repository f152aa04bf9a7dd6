import type { EducationCategory } from '#api/catalogue/education-categories/contract.ts'
import { api } from '../client/api.ts'
import type { LoadedList } from '../client/loaded-list.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { type DraftFields, draftFields } from '../editing/draft-fields.ts'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { EditableRows, type RowDraft } from './EditableRows.tsx'
import { isColor } from './LookFields.tsx'

const save = withIdempotencyKey(({ pictureUrl: _, ...draft }: RowDraft<EducationCategory>, idempotencyKey: string) =>
  api('PUT /EducationCategory', { body: draft }, { idempotencyKey }),
)

const blank = { name: '', shortName: null, pictureUrl: null, color: null, order: 0, active: true }
const noSport = { idrottOnlineCategoryId: null }

/** Dot in the category's colour; an SVG, since the content security policy forbids inline styles. */
function Dot({ color }: { color: string | null }) {
  return (
    <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden>
      <circle cx="8" cy="8" r="7" fill={isColor(color) ? color : 'none'} stroke="currentColor" strokeOpacity={0.3} />
    </svg>
  )
}

interface ExternalCategory {
  id: string
  name: string
}

/** Lists the categories of the sports system. A chosen one that is gone from there stays in the list. */
function toChoices(outside: readonly ExternalCategory[], chosenId: string | null, none: string) {
  const choices = outside.map(({ id, name }) => ({ value: id, label: name }))
  const lost = chosenId && !outside.some(({ id }) => id === chosenId) ? [{ value: chosenId, label: chosenId }] : []
  return [{ value: '', label: none }, ...lost, ...choices]
}

interface OwnFieldsProps {
  form: DraftFields<RowDraft<EducationCategory>>
  outside: readonly ExternalCategory[]
}

/** Fields that only a category has, and no education role. */
function OwnFields({ form, outside }: OwnFieldsProps) {
  const { draft, change } = form
  const t = useTexts('configuration')
  const { optionalText } = draftFields(form, (name) => t(`rows.${name}`))
  return (
    <>
      <Field {...optionalText('shortName')} maxLength={30} />
      <div className="flex items-end gap-3">
        <input
          type="color"
          aria-label={t('look.picker')}
          value={isColor(draft.color) ? draft.color.toLowerCase() : '#808080'}
          onChange={(event) => change({ color: event.target.value })}
          className="h-11 w-16 cursor-pointer rounded-control border border-control-line bg-surface p-1"
        />
        <Field {...optionalText('color')} maxLength={7} />
      </div>
      <Select
        {...optionalText('idrottOnlineCategoryId')}
        hint={t('rows.idrottOnlineHint')}
        options={toChoices(outside, draft.idrottOnlineCategoryId, t('rows.idrottOnlineNone'))}
      />
    </>
  )
}

function List({ list, outside }: { list: LoadedList<EducationCategory>; outside: readonly ExternalCategory[] }) {
  const t = useTexts('configuration')
  return (
    <EditableRows
      list={list}
      blank={{ ...blank, ...noSport }}
      words={{
        add: t('categories.add'),
        new: t('categories.new'),
        edit: ({ name }) => t('rows.edit', { name }),
      }}
      save={save}
      reload={() => api('GET /EducationCategory')}
      aside={({ color }) => <Dot color={color} />}
      fields={(form) => <OwnFields form={form} outside={outside} />}
    />
  )
}

/**
 * Editor of the education categories, each with its colour and its category in the sports system (`outside`), as
 * `EditableRows`.
 */
export const Categories = island(List)
