/** A product's page. */
export const product = {
  '{product} top-up · Jhatpat': '{product} टॉप-अप · झटपट',
  'Product not found · Jhatpat': 'प्रोडक्ट नहीं मिला · झटपट',
  Product: 'प्रोडक्ट',
  'This product does not exist': 'यह प्रोडक्ट मौजूद नहीं है',
  'See all products': 'सभी प्रोडक्ट देखें',
  'It may have been taken out of the shop.': 'हो सकता है इसे दुकान से हटा दिया गया हो।',
  'Instant Delivery': 'तुरंत डिलीवरी',
  'Delivery within 30 mins': '30 मिनट के भीतर डिलीवरी',
  'How To Purchase ?': 'कैसे खरीदें?',
  'Choose an item.': 'आइटम चुनें।',
  'Enter your game account’s ids. Where there is a Check button, press it and read the name.':
    'अपने गेम अकाउंट की आईडी भरें। जहाँ ‘जाँचें’ बटन हो, उसे दबाएँ और नाम देख लें।',
  'Pick UPI or your wallet, and press {buy}.': 'UPI या वॉलेट चुनें, और ‘{buy}’ दबाएँ।',
  'Pay. Your order’s page shows every step until it is delivered, or the money is back.':
    'भुगतान करें। ऑर्डर का पेज हर कदम दिखाता है, डिलीवरी तक या पैसा लौटने तक।',
  'Where do I find these?': 'ये कहाँ मिलेंगे?',
  'In the game, open your profile: the user id stands under your name, the zone or server in brackets after it.':
    'गेम में अपनी प्रोफ़ाइल खोलें: यूज़र आईडी आपके नाम के नीचे है, ज़ोन या सर्वर उसके बाद कोष्ठक में।',
  'Open your profile in the game. The user id stands under your name, the zone or server in brackets after it. Copy both and paste them into the first field: they find their places.':
    'गेम में अपनी प्रोफ़ाइल खोलें। यूज़र आईडी आपके नाम के नीचे है, ज़ोन या सर्वर उसके बाद कोष्ठक में। दोनों कॉपी करके पहले खाने में पेस्ट करें: वे अपनी जगह खुद ले लेंगे।',
  'Choose an item': 'आइटम चुनें',
  'Not chosen yet': 'अभी नहीं चुना',
  'Item type': 'आइटम के प्रकार',
  All: 'सभी',
  Small: 'छोटे',
  Medium: 'मध्यम',
  Large: 'बड़े',
  Weekly: 'वीकली',
  Items: 'आइटम',
  'No items found': 'कोई आइटम नहीं मिला',
  'The items are not here yet': 'आइटम अभी नहीं आए',
  'Order Information': 'ऑर्डर की जानकारी',
  'Where do I find these? (?)': 'ये कहाँ मिलेंगे? (?)',
  'Please Enter {label}': '{label} भरें',
  Needed: 'ज़रूरी है',
  'Select Server': 'सर्वर चुनें',
  Check: 'जाँचें',
  'Username: {name}': 'यूज़रनेम: {name}',
  'Changing an id clears this.': 'आईडी बदलने पर यह हट जाएगा।',
  'Looking up the player…': 'खिलाड़ी ढूँढ रहे हैं…',
  'Look at it twice: sales are final.': 'दो बार देख लें: बिक्री अंतिम है।',
  'Check the id first: the player’s name shows here.': 'पहले आईडी जाँचें: खिलाड़ी का नाम यहाँ दिखेगा।',
  'In the supplier’s words: {words}': 'सप्लायर के शब्दों में: {words}',
  'The supplier is slow to answer. You can wait here, or pick another pack.':
    'सप्लायर जवाब देने में देर कर रहा है। यहाँ रुक सकते हैं, या दूसरा पैक चुनें।',
  'No player was found under these ids. Look at both once more.':
    'इन आईडी पर कोई खिलाड़ी नहीं मिला। दोनों को फिर से देखें।',
  'The supplier did not confirm this id. Look at it once more, or try another pack.':
    'सप्लायर ने इस आईडी की पुष्टि नहीं की। फिर से देखें, या दूसरा पैक आज़माएँ।',
  'These ids can’t be right. Look at both once more.': 'ये आईडी सही नहीं हो सकतीं। दोनों को फिर से देखें।',
  'You are offline. This id is checked as soon as there is a connection.':
    'आप ऑफ़लाइन हैं। नेटवर्क आते ही यह आईडी जाँची जाएगी।',
  'This id could not be checked. Please make sure it is right.':
    'यह आईडी जाँची नहीं जा सकी। कृपया देख लें कि सही है।',
  'Something that was filled in can’t be right. Look at it once more.':
    'भरी हुई कोई जानकारी सही नहीं लगती। फिर से देखें।',
  'an item': 'आइटम',
  'the {label}': '{label}',
  'a payment method': 'भुगतान का तरीका',
  'an id that can be recharged': 'ऐसी आईडी जिस पर रिचार्ज हो सके',
  'the answer of the id check': 'आईडी जाँच का जवाब',
  'the check of the id': 'आईडी की जाँच',
  '{list} and {last}': '{list} और {last}',
  'Still missing: {list}.': 'अभी बाकी है: {list}।',
  'Please select an item, enter your Id and select a payment method before proceeding.':
    'आगे बढ़ने से पहले आइटम चुनें, अपनी आईडी भरें और भुगतान का तरीका चुनें।',
  'Payment method': 'भुगतान का तरीका',
  'Paused just now: pay from your wallet': 'अभी रुका है: वॉलेट से भुगतान करें',
  'Paused just now, and so are top-ups': 'अभी रुका है, टॉप-अप भी',
  'Google Pay, PhonePe, Paytm, any UPI app': 'Google Pay, PhonePe, Paytm, कोई भी UPI ऐप',
  'Paid at once from your balance': 'आपके बैलेंस से तुरंत भुगतान',
  '{sum} short': '{sum} कम हैं',
  'Balance {sum}': 'बैलेंस {sum}',
  'Balance {sum} · {rest} after': 'बैलेंस {sum} · बाद में {rest}',
  'Top up': 'टॉप अप करें',
  ' {sum} for this order': ' इस ऑर्डर के लिए {sum}',
  Item: 'आइटम',
  For: 'किसके लिए',
  Total: 'कुल',
  'It was ': 'पहले था ',
  'You see every step on your order’s page': 'हर कदम ऑर्डर के पेज पर दिखेगा',
  'BUY NOW': 'अभी खरीदें',
  'Please Login First': 'पहले लॉगिन करें',
  'Placing your order': 'ऑर्डर हो रहा है',
  Placing: 'हो रहा है',
  'The price is now {price}.': 'दाम अब {price} है।',
  'It was {price} before. This was not ordered and no money moved for it; tap BUY NOW to order at the new price.':
    'पहले {price} था। यह ऑर्डर नहीं हुआ और इसका पैसा नहीं कटा; नए दाम पर ऑर्डर करने के लिए ‘अभी खरीदें’ दबाएँ।',
  'Your earlier order of {item} did not go through.': '{item} का आपका पिछला ऑर्डर नहीं हो सका।',
  '{why} Tap BUY NOW for the one that is filled in here.': '{why} यहाँ भरे हुए ऑर्डर के लिए ‘अभी खरीदें’ दबाएँ।',
  'Your earlier order {id} went through.': 'आपका पिछला ऑर्डर {id} हो गया।',
  'It waits for your payment. The one that is filled in here was not sent: BUY NOW places it too.':
    'उसे आपके भुगतान का इंतज़ार है। यहाँ भरा हुआ ऑर्डर नहीं भेजा गया: ‘अभी खरीदें’ से वह भी हो जाएगा।',
  'The one that is filled in here was not sent: BUY NOW places it too.':
    'यहाँ भरा हुआ ऑर्डर नहीं भेजा गया: ‘अभी खरीदें’ से वह भी हो जाएगा।',
  'Pay for it': 'उसका भुगतान करें',
  'See it': 'देखें',
  'Your order {id}': 'आपका ऑर्डर {id}',
  'went through.': 'हो गया।',
  'Session expired! Please re-login to proceed.': 'सेशन खत्म हो गया। आगे बढ़ने के लिए फिर लॉगिन करें।',
  '{detail}. Your item and ids are kept, and asking again cannot order twice.':
    '{detail}। आपका आइटम और आईडी सुरक्षित हैं, और फिर कोशिश करने से दो बार ऑर्डर नहीं होगा।',
}

/** Under a button that orders or pays, as long as there is no answer. */
export const taps = {
  order: 'ऑर्डर',
  'top-up': 'टॉप-अप',
  'Waiting for the payment provider…': 'भुगतान सेवा का इंतज़ार है…',
  'Still placing your order…': 'ऑर्डर अभी हो रहा है…',
  'No answer yet. Asking again with the same {what}; you will not be charged twice.':
    'अभी जवाब नहीं आया। उसी {what} के लिए फिर पूछ रहे हैं; पैसा दो बार नहीं कटेगा।',
  'You are offline. We ask again with the same {what} as soon as there is a connection; you will not be charged twice.':
    'आप ऑफ़लाइन हैं। नेटवर्क आते ही उसी {what} के लिए फिर पूछेंगे; पैसा दो बार नहीं कटेगा।',
  'Still no answer about {about}.': '{about} के बारे में अब तक जवाब नहीं आया।',
  'Ask again as often as you like: it is the same {what}, and you will not be charged twice. If it went through, it is in {list}.':
    'जितनी बार चाहें फिर पूछें: यह वही {what} है, और पैसा दो बार नहीं कटेगा। हो गया होगा तो ‘{list}’ में दिखेगा।',
  'Ask again': 'फिर पूछें',
  'Stop asking': 'पूछना बंद करें',
  'Nothing was ordered and no money moved.': 'कोई ऑर्डर नहीं हुआ और पैसा कहीं नहीं गया।',
  'What you filled in is kept.': 'आपने जो भरा था वह सुरक्षित है।',
  'Asking again cannot order twice.': 'फिर कोशिश करने से ऑर्डर दो बार नहीं होगा।',
  'Choose another item.': 'कोई दूसरा आइटम चुनें।',
  'Nothing was bought. Look at the id once more, or choose another pack.':
    'कुछ नहीं खरीदा गया। ID एक बार और देखें, या कोई दूसरा पैक चुनें।',
}
