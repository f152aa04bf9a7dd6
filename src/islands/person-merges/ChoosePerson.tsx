import { useState } from 'react'
import { island, useTexts } from '../client/texts.tsx'
import { SearchOne } from '../editing/SearchOne.tsx'
import { Button } from '../ui/Button.tsx'

function Choose({ person }: { person: { id: number; name: string } }) {
  const t = useTexts('person-merges')
  const [chosen, setChosen] = useState<number | null>(null)
  const [isMissing, setMissing] = useState(false)
  const show = () => {
    if (chosen === null) return setMissing(true)
    location.assign(`/users/merge?from=${person.id}&into=${chosen}`)
  }
  return (
    <div className="grid max-w-text gap-4">
      <SearchOne
        kind="people"
        name="into"
        label={t('choose', { name: person.name })}
        hint={t('chooseHint')}
        error={isMissing ? t('chooseFirst') : undefined}
        known={[]}
        value={chosen}
        onChange={(id) => {
          setChosen(id)
          setMissing(false)
        }}
      />
      <div>
        <Button tone="primary" onClick={show}>
          {t('show')}
        </Button>
      </div>
    </div>
  )
}

/**
 * Search for the person with whom `person` is merged; its button leads to the preview of the merge. Without a choice an
 * error is shown at the field.
 */
export const ChoosePerson = island(Choose)
