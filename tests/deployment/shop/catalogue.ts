import { createHash } from 'node:crypto'

const picture = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="#246"/></svg>',
)
const url = `/media/${createHash('sha256').update(picture).digest('hex')}.svg`

export const sold = { product: 'genshin-impact', item: 1301, rupees: 79 }

/** A file for `catalogue:import`: one product of MooGold. */
export const catalogue = {
  format: 'jhatpat-catalogue',
  version: 1,
  items: [
    {
      itemid: sold.item,
      fields: {
        name: '60 Genesis Crystals',
        originalprice: 89,
        discountedprice: sold.rupees,
        resellprice: 76,
        isApi: true,
        apiType: 'MOOGOLDGENSHIN',
        imgpath: url,
        id: '428080',
        inStock: true,
      },
    },
  ],
  products: [
    {
      productid: sold.product,
      fields: {
        name: 'Genshin Impact',
        type: 'GENSHIN',
        category: 'instant-games',
        imgpath: url,
        inputs: [{ label: 'UID' }, { label: 'Server' }],
        items: [sold.item],
        isApi: true,
        apiType: 'MOOGOLDGENSHIN',
        instock: true,
      },
    },
  ],
  images: [],
  pictures: [{ url, contentType: 'image/svg+xml', bytes: picture.toString('base64'), renditions: [] }],
}
