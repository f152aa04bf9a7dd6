/** Checklist of every exam; the last two items are not required to pass. */
export const examChecklist = [
  { id: 1, text: 'Personlig utrustning: hjälm, nackskydd och overall', required: true },
  { id: 2, text: 'Kontroll av bilen före körning', required: true },
  { id: 3, text: 'Flaggor och ljussignaler', required: true },
  { id: 4, text: 'Start och utfart på banan', required: true },
  { id: 5, text: 'Säkert avstånd och omkörning', required: true },
  { id: 6, text: 'Agerar rätt vid gul och röd flagga', required: true },
  { id: 7, text: 'Spårval och jämnhet', required: false },
  { id: 8, text: 'Uppträdande i depån', required: false },
]
