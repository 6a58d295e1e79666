export { listViews, removeView, renameView, saveView } from './saved-views.ts'
export { ViewListModel } from './view-list-model.ts'
