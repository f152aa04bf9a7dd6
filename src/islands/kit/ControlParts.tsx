import { Printer } from '@lucide/icons'
import { island } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'

const choices = [
  { value: 'a', label: 'Karlstad, 9 maj', hint: '4 platser kvar' },
  { value: 'b', label: 'Örebro, 16 maj', hint: 'Fullbokad', disabled: true },
]

const Specimens = () => (
  <div className="grid gap-6">
    <div className="flex flex-wrap items-center gap-3">
      <Button tone="primary" isBusy>
        Sparar
      </Button>
      <IconButton label="Skriv ut" icon={<Icon of={Printer} size={20} />} />
    </div>
    <div className="grid gap-6 md:grid-cols-2">
      <RadioGroup label="Tillfälle" name="occasion" choices={choices} defaultValue="a" required />
      <RadioGroup
        label="Faktura till"
        name="invoice"
        choices={choices}
        error="Välj vem som betalar"
        hint="Din förening kan betala"
      />
    </div>
  </div>
)

/** Specimens of controls that only islands use. */
export const ControlParts = island(Specimens)
