import { lazily } from '@jhatpat/shared/ui/lazily.tsx'

export const LoginScreen = lazily(() => import('../features/login/login-screen.tsx'))
