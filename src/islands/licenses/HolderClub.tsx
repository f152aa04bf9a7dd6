import { useState } from 'react'
import { island, useTexts } from '../client/texts.tsx'
import { OrganizationField } from '../organizations/OrganizationField.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { OverlayContainer } from '../ui/overlay-container.ts'

function Club({ chosen }: { chosen: ComboboxItem | null }) {
  const t = useTexts('licenses')
  const [id, setId] = useState(chosen?.id ?? null)
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  // A list outside the panel of filters would close the panel when a club is pressed.
  return (
    <OverlayContainer value={element}>
      <div ref={setElement}>
        <OrganizationField
          name="organization"
          label={t('holders.organization')}
          known={chosen ? [chosen] : []}
          inactive
          value={id}
          onChange={setId}
          placeholder={t('holders.anyOrganization')}
        />
      </div>
    </OverlayContainer>
  )
}

/** Field of a page's form that searches for an organisation and sends its id as `organization`. */
export const HolderClub = island(Club)
