/**
 * Education roles with their groups: OTHER 0, ACTIVITY_LEADER 1, ACTIVE 2, EDUCATOR 3, GUARDIAN 4, OFFICIALS 5,
 * ORGANIZATIONAL_LEADER 6, REFEREE 7.
 */
export const educationRoles = [
  { name: 'Mekaniker', group: 0 },
  { name: 'Depåansvarig', group: 0 },
  { name: 'Ungdomsledare', group: 1 },
  { name: 'Tränare', group: 1 },
  { name: 'Förare', group: 2 },
  { name: 'Kartläsare', group: 2 },
  { name: 'Utbildare', group: 3 },
  { name: 'Examinator', group: 3 },
  { name: 'Vårdnadshavare', group: 4 },
  { name: 'Flaggvakt', group: 5 },
  { name: 'Banchef', group: 5 },
  { name: 'Tävlingsledare', group: 5 },
  { name: 'Tidtagare', group: 5 },
  { name: 'Teknisk besiktare', group: 5 },
  { name: 'Tävlingssekreterare', group: 5 },
  { name: 'Säkerhetschef', group: 5 },
  { name: 'Styrelseledamot', group: 6 },
  { name: 'Kassör', group: 6 },
  { name: 'Valberedare', group: 6 },
  { name: 'Domare', group: 7 },
  { name: 'Tävlingsövervakare', group: 7 },
] as const

export type RoleName = (typeof educationRoles)[number]['name']
