import { showKeptToast } from '#islands/ui/toast.ts'
import { startAnalytics } from './analytics.ts'
import { wireThemeSwitch } from './chosen-theme.ts'
import { wireCookieBanner } from './cookie-banner.ts'
import { watchDisturbance } from './disturbance.ts'

wireThemeSwitch()
wireCookieBanner()
watchDisturbance()
startAnalytics()
showKeptToast()
document.querySelector<HTMLElement>('[data-takes-focus]')?.focus()
