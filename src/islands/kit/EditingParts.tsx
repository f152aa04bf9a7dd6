import { useState } from 'react'
import { island } from '../client/texts.tsx'
import { ConflictDialog } from '../editing/ConflictDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { MultiCombobox } from '../ui/MultiCombobox.tsx'
import { PictureField } from '../ui/PictureField.tsx'
import { RichText } from '../ui/RichText.tsx'

const branches = ['Motocross', 'Enduro', 'Speedway'].map((label, at) => ({ id: at + 1, label }))

const mine = { title: 'Flaggvakt, steg ett', minAge: 18 }
const theirs = { title: 'Flaggvakt steg 1', minAge: 16 }
const labels = { title: 'Namn', minAge: 'Lägsta ålder' }

function Conflict() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <div>
      <Button onClick={() => setIsOpen(true)}>Visa en krock</Button>
      {isOpen && (
        <ConflictDialog
          form={{
            conflict: { theirs, fields: ['title', 'minAge'] },
            draft: mine,
            decide: close,
            leaveConflict: close,
          }}
          labelOf={(field) => labels[field as keyof typeof labels]}
        />
      )}
    </div>
  )
}

function Specimens() {
  const [text, setText] = useState<string | null>('<h3>Du lär dig</h3><ul><li>Flaggor och signaler</li></ul>')
  const [picture, setPicture] = useState<File | null | undefined>()
  const [chosen, setChosen] = useState(branches.slice(0, 1))
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <div className="md:col-span-2">
        <RichText label="Beskrivning" name="text" hint="Syns på utbildningens sida" value={text} onChange={setText} />
      </div>
      <PictureField
        label="Bild"
        name="picture"
        hint="Bilden beskärs till 16:9"
        stored={null}
        value={picture}
        onChange={setPicture}
        aspect={16 / 9}
      />
      <MultiCombobox label="Grenar" name="branches" items={branches} chosen={chosen} onChange={setChosen} />
      <Conflict />
    </div>
  )
}

/** Specimens of editors. */
export const EditingParts = island(Specimens)
