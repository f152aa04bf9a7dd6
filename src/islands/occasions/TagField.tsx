import type { ManagedOccasion } from '#api/catalogue/occasions/management/contract.ts'
import type { Tag } from '#api/participation/tags/contract.ts'
import { useTexts } from '../client/texts.tsx'
import { Card } from '../ui/Card.tsx'
import { Select } from '../ui/Select.tsx'
import type { OccasionFieldsProps } from './OccasionFields.tsx'

interface TagFieldProps extends OccasionFieldsProps {
  tags: readonly Pick<Tag, 'id' | 'name'>[]
  occasion: Pick<ManagedOccasion, 'bookedCount' | 'tagId'>
}

/**
 * Choice of one of `tags`, or none, for the occasions that are chosen together. Once an occasion has bookings, its tag
 * can be removed but not exchanged. It changes the draft only.
 */
export function TagField({ draft, change, errorOf, tags, occasion }: TagFieldProps) {
  const t = useTexts('occasions')
  const isTaken = occasion.bookedCount > 0
  const options = tags.map(({ id, name }) => ({
    value: id,
    label: name,
    disabled: isTaken && id !== occasion.tagId,
  }))
  return (
    <Card title={t('tagTitle')}>
      <Select
        name="tagId"
        label={t('tagId')}
        hint={t(isTaken ? 'tagIdTaken' : 'tagIdHint')}
        placeholder={t('tagIdNone')}
        options={options}
        error={errorOf('tagId')}
        value={draft.tagId ?? ''}
        onChange={({ target }) => change({ tagId: target.value ? Number(target.value) : null })}
      />
    </Card>
  )
}
