import { useTexts } from '../client/texts.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Select } from '../ui/Select.tsx'
import { pageSizes } from '../url-state/page-sizes.ts'
import type { UserSearch } from './users-url.ts'

interface RowSettingsProps {
  search: UserSearch
  change: (changes: Partial<UserSearch>) => void
}

/** Fields of the number of people on a page and of the height of rows, which are in the URL. */
export function RowSettings({ search, change }: RowSettingsProps) {
  const t = useTexts('common')
  return (
    <>
      <Select
        name="size"
        label={t('rowsPerPage')}
        options={pageSizes.map((size) => ({ value: size, label: String(size) }))}
        value={search.size}
        onChange={({ target }) => {
          const size = pageSizes.find((one) => String(one) === target.value)
          if (size) change({ size })
        }}
      />
      <Checkbox
        name="dense"
        label={t('denseRows')}
        checked={search.dense}
        onChange={({ target }) => change({ dense: target.checked })}
      />
    </>
  )
}
