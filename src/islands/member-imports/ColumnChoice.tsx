import { useState } from 'react'
import type { MemberImport } from '#api/people/member-imports/contract.ts'
import { memberFields } from '#api/people/member-imports/rules.ts'
import { useTexts } from '../client/texts.tsx'
import { OrganizationField } from '../organizations/OrganizationField.tsx'
import { Button } from '../ui/Button.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { Select } from '../ui/Select.tsx'
import type { MemberImportState } from './use-member-import.ts'

interface ColumnChoiceProps {
  batch: MemberImport
  /** The chosen club with its name. */
  clubs: readonly ComboboxItem[]
  importing: MemberImportState
}

const required = ['firstName', 'lastName', 'birth']

/**
 * Form that says which column of the file holds what, and which club rows without a club belong to; it starts from the
 * choice of `batch`. `clubs` name the chosen club. Its button saves the choice by `importing.choose`, also an
 * incomplete one, which the server refuses.
 */
export function ColumnChoice({ batch, clubs, importing }: ColumnChoiceProps) {
  const t = useTexts('member-imports')
  const [mapping, setMapping] = useState(batch.mapping)
  const [clubId, setClubId] = useState(batch.organizationId)
  const options = batch.header.map((text, at) => ({
    value: String(at),
    label: text || t('column', { number: at + 1 }),
  }))
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void importing.choose(mapping, clubId)
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {memberFields.map((field) => (
          <Select
            key={field}
            name={field}
            label={t(`field.${field}`)}
            required={required.includes(field)}
            placeholder={t('noColumn')}
            options={options}
            value={mapping[field] ?? ''}
            onChange={({ target }) => {
              const { [field]: _previous, ...others } = mapping
              setMapping(target.value === '' ? others : { ...others, [field]: Number(target.value) })
            }}
          />
        ))}
        <OrganizationField
          name="organizationId"
          label={t('club')}
          hint={t('clubHint')}
          known={clubs}
          value={clubId}
          onChange={setClubId}
        />
      </div>
      <div>
        <Button type="submit" isBusy={importing.isBusy}>
          {t('check')}
        </Button>
      </div>
    </form>
  )
}
