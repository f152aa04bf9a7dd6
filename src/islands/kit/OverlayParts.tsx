import { CircleAlert, EllipsisVertical, Mail, Printer, Trash2 } from '@lucide/icons'
import { useState } from 'react'
import { island } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { toast } from '../ui/toast.ts'

const actions = [
  { id: 'mail', label: 'Skicka e-post', icon: <Icon of={Mail} size={18} /> },
  { id: 'print', label: 'Skriv ut', icon: <Icon of={Printer} size={18} /> },
  { id: 'remove', label: 'Ta bort', icon: <Icon of={Trash2} size={18} />, isDangerous: true },
]

function Dialogs() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button onClick={() => setOpen('dialog')}>Öppna dialog</Button>
      <Button tone="danger" onClick={() => setOpen('confirm')}>
        Ta bort händelsen
      </Button>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Ny händelse"
        actions={<Button tone="primary">Spara</Button>}
      >
        <Field label="Rubrik" name="heading" />
      </Dialog>
      <Confirm
        open={open === 'confirm'}
        question="Är du säker på att du vill ta bort händelsen?"
        action="Ta bort"
        isDangerous
        onConfirm={close}
        onCancel={close}
      />
    </>
  )
}

const Specimens = () => (
  <div className="flex flex-wrap items-center gap-3">
    <Dialogs />
    <Menu label="Fler åtgärder" actions={actions}>
      <Icon of={EllipsisVertical} size={20} />
    </Menu>
    <Tooltip label="Varning" text="Utbildningen finns redan på personen.">
      <Icon of={CircleAlert} size={20} className="text-warning-ink" />
    </Tooltip>
    <Button onClick={() => toast('Ändringarna är sparade')}>Visa besked</Button>
    <Button onClick={() => toast('Filen kunde inte läsas', 'danger')}>Visa fel</Button>
  </div>
)

/** Specimens of dialogs, menus and toasts. */
export const OverlayParts = island(Specimens)
