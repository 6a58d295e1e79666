export { listViews, removeView, renameView, saveView } from './saved-views.ts'
export { ViewShelfModel } from './shelf-model.ts'
