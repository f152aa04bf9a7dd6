import { useState } from 'react'
import { island } from '../client/texts.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { TextArea } from '../ui/TextArea.tsx'

const clubs = ['Karlstad MK', 'Örebro Motorklubb', 'Skånes Enduroklubb', 'Sundsvalls MC', 'Åre Snöskoterklubb'].map(
  (label, at) => ({ id: at + 1, label, hint: `Klubb ${1000 + at}` }),
)

function Dates() {
  const [day, setDay] = useState<Date | null>(new Date(2026, 4, 9))
  const [time, setTime] = useState<Date | null>(new Date('2026-05-09T07:30:00Z'))
  return (
    <>
      <DatePicker
        label="Kursdag"
        name="day"
        value={day}
        onChange={setDay}
        hint="Inga söndagar"
        allows={(d) => d.getDay() !== 0}
      />
      <DatePicker
        label="Starttid"
        name="time"
        value={time}
        onChange={setTime}
        hasTime
        zone="Europe/Stockholm"
        required
      />
    </>
  )
}

function Files() {
  const [files, setFiles] = useState<File[]>([])
  return (
    <FileDrop
      label="Kurspaket"
      name="package"
      files={files}
      onChange={setFiles}
      accept={{ 'application/zip': ['.zip'] }}
      maxBytes={200 * 1024 ** 2}
    />
  )
}

const started = [new File([new Uint8Array(3_400_000)], 'mx-grundkurs-2026.zip')]

const problems = [
  { name: 'club', message: 'Välj en förening' },
  { name: 'event', message: 'Händelsen är för lång' },
]

const Uploading = () => (
  <FileDrop
    label="Under uppladdning"
    name="uploading"
    files={started}
    onChange={() => undefined}
    accept={{ 'text/csv': ['.csv'] }}
    progress={{ sent: 1_900_000, total: 3_400_000 }}
  />
)

function Clubs() {
  const [club, setClub] = useState<number | null>(2)
  return (
    <>
      <Combobox label="Förening" name="club" items={clubs} value={club} onChange={setClub} required />
      <Combobox
        label="Distrikt"
        name="district"
        items={[]}
        onChange={setClub}
        error="Välj ett distrikt"
        placeholder="Sök"
      />
    </>
  )
}

const Specimens = () => (
  <div className="grid gap-6 md:grid-cols-2">
    <div className="md:col-span-2">
      <ErrorSummary problems={problems} />
    </div>
    <Clubs />
    <Dates />
    <TextArea
      label="Händelse"
      name="event"
      limit={20}
      defaultValue="Depån öppnar klockan sju"
      error="Händelsen är för lång"
    />
    <TextArea label="Meddelande" name="message" limit={140} defaultValue="Ta med licensen." />
    <Files />
    <Uploading />
  </div>
)

/** Specimens of form fields. */
export const FormParts = island(Specimens)
